//! Links are occupied, senders held up, and all of it is counted.

use super::*;

/// DMA writes of two cycles a double word do not meet anybody (EBSP: 2.03 a double word).
#[test]
fn a_link_carries_a_packet_a_cycle() {
    let mut rig = Rig::new();
    for i in 0..100 {
        let t = rig.write(0, 100 + i, sram(3, 0));
        assert_eq!(
            (t.granted, t.freed),
            (Tick(2 * (100 + i)), Tick(2 * (100 + i)))
        );
        assert_eq!(t.done.0, 2 * (100 + i) + 12);
    }
    assert_eq!(rig.meters.buses[0].get(BusMeter::Waits), 0);
    assert_eq!(rig.meters.buses[0].used[0], 400);
}

/// Two cores that send through the same link at full speed get every other cycle each.
#[test]
fn two_streams_share_a_link() {
    let mut rig = Rig::new();
    let mut at = [100u64; 2];
    let mut sent = [0; 2];
    while let Some((now, i)) = at.iter().copied().zip(0..2).min()
        && now < 1100
    {
        // Cores 4 and 5 to core 7: both pass from 5 to 6.
        let t = rig.write(4 + i as u8, now, sram(7, 0));
        at[i] = (now + 1).max(t.freed.0.div_ceil(2));
        sent[i] += 1;
    }
    assert!(
        sent[0] + sent[1] >= 1000 && sent[0] + sent[1] <= 1016,
        "{sent:?}"
    );
    assert!(sent[0] > 490 && sent[1] > 490, "{sent:?}");
    let bank = &rig.meters.buses[0];
    assert!(bank.waited_for[4][5] > 0 && bank.waited_for[5][4] > 0);
    for core in [4, 5] {
        assert_eq!(bank.waited_for[core].iter().sum::<u64>(), bank.waited[core]);
    }
    // Core 5's router saw one stream from the west and one from its own node.
    let seen = |m| rig.meters.cores[5].get(m);
    assert_eq!(seen(Meter::MeshWestAccess), sent[0]);
    assert_eq!(seen(Meter::MeshCoreAccess), sent[1]);
    assert!(seen(Meter::MeshWestWait) > 0 && seen(Meter::MeshCoreWait) > 0);
    assert_eq!(seen(Meter::MeshEastAccess), 0);
}

/// A state does not hold whose meters the routers count in, and leaves it as it is.
#[test]
fn a_mesh_with_a_loaded_state_counts_on() {
    let mut rig = Rig::new();
    let state = rig.mesh.save();
    rig.mesh.load(&state).unwrap();
    rig.write(4, 10, sram(5, 0));
    assert_eq!(rig.meters.cores[4].get(Meter::MeshCoreAccess), 1);
}

/// A core that lacks the meters of its node makes no mesh.
#[test]
fn the_cores_at_the_nodes_have_its_meters() {
    let mesh = |cores: &[&Dictionary]| {
        let mesh = Mesh::new(&board_params(), Clock::new(2), [0, 1, 2, 3], cores);
        mesh.map(drop)
    };
    let leon = &trueboard_cpu_sparcv8::meters::METERS;
    assert!(mesh(&[&METERS; 16]).is_ok());
    // A core behind those of the nodes may be anything.
    let mut cores = vec![&METERS; 16];
    cores.push(leon);
    assert!(mesh(&cores).is_ok());
    let e = mesh(&[leon; 16]).unwrap_err();
    assert!(e.contains("mesh_core_accesses"), "{e}");
}

/// All to one: the way into the node is the bottleneck, everybody gets a share, and nobody's packets
/// pile up without holding up their sender.
#[test]
fn all_to_one() {
    let mut rig = Rig::new();
    let mut at = [0u64; 16];
    let mut sent = [0u64; 16];
    let mut longest = 0;
    while let Some((now, core)) = at.iter().copied().zip(0..).min()
        && now < 20_000
    {
        let t = rig.write(core as u8, now, sram(5, 0));
        longest = longest.max((t.done.0 - 2 * now) / 2);
        at[core] = (now + 1).max(t.freed.0.div_ceil(2));
        sent[core] += 1;
    }
    let all: u64 = sent.iter().sum();
    assert!(all > 19_500 && all < 20_300, "{all}");
    assert!(sent.iter().all(|&n| n > 600), "{sent:?}");
    assert!(longest < 300, "{longest}");
}

#[test]
fn read_requests_leave_at_their_own_pace() {
    let mut rig = Rig::new();
    let times: Vec<u64> = (0..4)
        .map(|_| rig.read(0, 100, sram(1, 0)).done.0)
        .collect();
    assert!(times.windows(2).all(|w| w[1] - w[0] == 2 * 9), "{times:?}");
}

/// Four packets wait in the queue; the fifth finds no room until one of them has left.
#[test]
fn the_queue_holds_four() {
    let mut rig = Rig::new();
    let freed: Vec<u64> = (0..6)
        .map(|_| rig.write(0, 100, DRAM).freed.0 / 2)
        .collect();
    // The first leaves at once. The others keep their places until they are through the link, 32
    // cycles after one another, which is 6 cycles away.
    assert_eq!(freed, [100, 100, 100, 100, 138, 170]);
}
