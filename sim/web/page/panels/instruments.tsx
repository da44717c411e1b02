// What the tabs hold: each instrument with the panels of the lab that it shows.

import type { ComponentType } from "preact";
import type { Panel, View } from "../view";
import { Buses } from "./buses";
import { Caches } from "./caches";
import { Console } from "./console";
import { Counters } from "./counters";
import { MeshPanel } from "./mesh";
import { MetersPanel } from "./meters";
import type { InstrumentProps } from "./panel";
import { Pipelines } from "./pipeline";
import { PowerPanel } from "./power";

export type InstrumentName = Panel;

export interface Instrument {
  name: InstrumentName;
  title: string;
  panels: Panel[];
  Panel: ComponentType<InstrumentProps>;
}

const ALL: Instrument[] = [
  { name: "console", title: "Console", panels: ["console"], Panel: Console },
  { name: "counters", title: "Counters", panels: ["counters"], Panel: Counters },
  { name: "pipeline", title: "Pipeline", panels: ["pipeline"], Panel: Pipelines },
  { name: "caches", title: "Caches", panels: ["caches"], Panel: Caches },
  { name: "buses", title: "Bus", panels: ["buses"], Panel: Buses },
  { name: "mesh", title: "Mesh", panels: ["mesh"], Panel: MeshPanel },
  { name: "power", title: "Power", panels: ["power"], Panel: PowerPanel },
  { name: "meters", title: "Cycles", panels: ["meters"], Panel: MetersPanel },
];

/** Those of a board. */
export const instruments = (view: View) => ALL.filter((i) => i.name !== "mesh" || view.cores.length >= 16);
