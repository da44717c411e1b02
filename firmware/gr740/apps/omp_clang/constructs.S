! SPDX-License-Identifier: MIT OR Apache-2.0
	.text
	.file	"constructs.c"
	.globl	clang_static                    ! -- Begin function clang_static
	.p2align	2
	.type	clang_static,@function
clang_static:                           ! @clang_static
! %bb.0:
	save %sp, -104, %sp
	st %i0, [%fp+-4]
	st %i1, [%fp+-8]
	sethi %hi(.L__unnamed_1), %i0
	add %i0, %lo(.L__unnamed_1), %o0
	sethi %hi(clang_static.omp_outlined), %i0
	add %i0, %lo(clang_static.omp_outlined), %o2
	mov	2, %o1
	add %fp, -8, %o3
	call __kmpc_fork_call
	add %fp, -4, %o4
	ret
	restore
.Lfunc_end0:
	.size	clang_static, .Lfunc_end0-clang_static
                                        ! -- End function
	.p2align	2                               ! -- Begin function clang_static.omp_outlined
	.type	clang_static.omp_outlined,@function
clang_static.omp_outlined:              ! @clang_static.omp_outlined
! %bb.0:
	save %sp, -128, %sp
	ld [%i2], %i1
	cmp	%i1, 1
	bl	.LBB1_7
	nop
! %bb.1:
	add %i1, -1, %i2
	st %g0, [%fp+-4]
	st %i2, [%fp+-8]
	mov	1, %i1
	st %i1, [%fp+-12]
	st %g0, [%fp+-16]
	ld [%i0], %i0
	st %i1, [%sp+100]
	st %i1, [%sp+96]
	add %fp, -12, %i4
	sethi %hi(.L__unnamed_2), %i1
	add %i1, %lo(.L__unnamed_2), %i1
	mov	34, %o2
	add %fp, -16, %o3
	add %fp, -4, %o4
	add %fp, -8, %o5
	st %i4, [%sp+92]
	mov	%i1, %o0
	call __kmpc_for_static_init_4
	mov	%i0, %o1
	ld [%fp+-8], %i4
	cmp	%i4, %i2
	bl	.LBB1_3
	nop
! %bb.2:
	mov	%i2, %i4
.LBB1_3:
	ld [%fp+-4], %i5
	cmp	%i5, %i4
	bg	.LBB1_6
	st %i4, [%fp+-8]
! %bb.4:
	ld [%i3], %i3
	add %i5, -1, %i2
	sll %i5, 2, %i4
	add %i3, %i4, %i3
.LBB1_5:                                ! =>This Inner Loop Header: Depth=1
	ld [%i3], %i4
	add %i4, 1, %i4
	st %i4, [%i3]
	ld [%fp+-8], %i4
	add %i2, 1, %i2
	cmp	%i2, %i4
	bl	.LBB1_5
	add %i3, 4, %i3
.LBB1_6:
	mov	%i1, %o0
	call __kmpc_for_static_fini
	mov	%i0, %o1
.LBB1_7:
	ret
	restore
.Lfunc_end1:
	.size	clang_static.omp_outlined, .Lfunc_end1-clang_static.omp_outlined
                                        ! -- End function
	.globl	clang_static_chunks             ! -- Begin function clang_static_chunks
	.p2align	2
	.type	clang_static_chunks,@function
clang_static_chunks:                    ! @clang_static_chunks
! %bb.0:
	save %sp, -104, %sp
	st %i0, [%fp+-4]
	st %i1, [%fp+-8]
	sethi %hi(.L__unnamed_1), %i0
	add %i0, %lo(.L__unnamed_1), %o0
	sethi %hi(clang_static_chunks.omp_outlined), %i0
	add %i0, %lo(clang_static_chunks.omp_outlined), %o2
	mov	2, %o1
	add %fp, -8, %o3
	call __kmpc_fork_call
	add %fp, -4, %o4
	ret
	restore
.Lfunc_end2:
	.size	clang_static_chunks, .Lfunc_end2-clang_static_chunks
                                        ! -- End function
	.p2align	2                               ! -- Begin function clang_static_chunks.omp_outlined
	.type	clang_static_chunks.omp_outlined,@function
clang_static_chunks.omp_outlined:       ! @clang_static_chunks.omp_outlined
! %bb.0:
	save %sp, -128, %sp
	ld [%i2], %i1
	cmp	%i1, 1
	bl	.LBB3_5
	nop
! %bb.1:
	add %i1, -1, %i2
	st %g0, [%fp+-4]
	st %i2, [%fp+-8]
	mov	1, %i1
	st %i1, [%fp+-12]
	st %g0, [%fp+-16]
	ld [%i0], %i0
	mov	3, %i4
	st %i4, [%sp+100]
	st %i1, [%sp+96]
	add %fp, -12, %i4
	sethi %hi(.L__unnamed_2), %i1
	add %i1, %lo(.L__unnamed_2), %i1
	mov	33, %o2
	add %fp, -16, %o3
	add %fp, -4, %o4
	add %fp, -8, %o5
	st %i4, [%sp+92]
	mov	%i1, %o0
	call __kmpc_for_static_init_4
	mov	%i0, %o1
	ld [%fp+-8], %i4
	cmp	%i4, %i2
	bl	.LBB3_3
	nop
! %bb.2:
	mov	%i2, %i4
.LBB3_3:
	ld [%fp+-4], %i5
	cmp	%i5, %i4
	ble	.LBB3_6
	st %i4, [%fp+-8]
.LBB3_4:
	mov	%i1, %o0
	call __kmpc_for_static_fini
	mov	%i0, %o1
.LBB3_5:
	ret
	restore
.LBB3_6:
	ba .LBB3_8
	ld [%i3], %i3
.LBB3_7:                                !   in Loop: Header=BB3_8 Depth=1
	cmp	%i5, %i4
	bg	.LBB3_4
	st %i4, [%fp+-8]
.LBB3_8:                                ! =>This Loop Header: Depth=1
                                        !     Child Loop BB3_10 Depth 2
	cmp	%i5, %i4
	bg	.LBB3_12
	nop
! %bb.9:                                !   in Loop: Header=BB3_8 Depth=1
	add %i5, -1, %g2
	sll %i5, 2, %i4
	add %i3, %i4, %i5
.LBB3_10:                               !   Parent Loop BB3_8 Depth=1
                                        ! =>  This Inner Loop Header: Depth=2
	ld [%i5], %i4
	add %i4, 1, %i4
	st %i4, [%i5]
	ld [%fp+-8], %i4
	add %g2, 1, %g2
	cmp	%g2, %i4
	bl	.LBB3_10
	add %i5, 4, %i5
! %bb.11:                               !   in Loop: Header=BB3_8 Depth=1
	ld [%fp+-4], %i5
.LBB3_12:                               !   in Loop: Header=BB3_8 Depth=1
	ld [%fp+-12], %g2
	add %g2, %i5, %i5
	add %g2, %i4, %i4
	cmp	%i4, %i2
	bl	.LBB3_7
	st %i5, [%fp+-4]
! %bb.13:                               !   in Loop: Header=BB3_8 Depth=1
	ba .LBB3_7
	mov	%i2, %i4
.Lfunc_end3:
	.size	clang_static_chunks.omp_outlined, .Lfunc_end3-clang_static_chunks.omp_outlined
                                        ! -- End function
	.globl	clang_dynamic                   ! -- Begin function clang_dynamic
	.p2align	2
	.type	clang_dynamic,@function
clang_dynamic:                          ! @clang_dynamic
! %bb.0:
	save %sp, -104, %sp
	st %i0, [%fp+-4]
	st %i1, [%fp+-8]
	sethi %hi(.L__unnamed_1), %i0
	add %i0, %lo(.L__unnamed_1), %o0
	sethi %hi(clang_dynamic.omp_outlined), %i0
	add %i0, %lo(clang_dynamic.omp_outlined), %o2
	mov	2, %o1
	add %fp, -8, %o3
	call __kmpc_fork_call
	add %fp, -4, %o4
	ret
	restore
.Lfunc_end4:
	.size	clang_dynamic, .Lfunc_end4-clang_dynamic
                                        ! -- End function
	.p2align	2                               ! -- Begin function clang_dynamic.omp_outlined
	.type	clang_dynamic.omp_outlined,@function
clang_dynamic.omp_outlined:             ! @clang_dynamic.omp_outlined
! %bb.0:
	save %sp, -120, %sp
	ld [%i2], %i2
	cmp	%i2, 1
	bl	.LBB5_8
	nop
! %bb.1:
	add %i2, -1, %o4
	st %g0, [%fp+-4]
	st %o4, [%fp+-8]
	mov	1, %o5
	st %o5, [%fp+-12]
	st %g0, [%fp+-16]
	ld [%i0], %i0
	mov	7, %i4
	sethi %hi(.L__unnamed_1), %i1
	add %i1, %lo(.L__unnamed_1), %i1
	sethi 1048576, %i5
	or %i5, 35, %o2
	st %i4, [%sp+92]
	mov	%i1, %o0
	mov	%i0, %o1
	call __kmpc_dispatch_init_4u
	mov	%g0, %o3
	add %fp, -16, %o2
	add %fp, -4, %o3
	add %fp, -8, %o4
	add %fp, -12, %o5
	mov	%i1, %o0
	call __kmpc_dispatch_next_4u
	mov	%i0, %o1
	cmp	%o0, 0
	be	.LBB5_7
	nop
! %bb.2:
	sll %i2, 2, %i2
	ba .LBB5_4
	add %i2, -4, %i2
.LBB5_3:                                !   in Loop: Header=BB5_4 Depth=1
	add %fp, -16, %o2
	add %fp, -4, %o3
	add %fp, -8, %o4
	add %fp, -12, %o5
	mov	%i1, %o0
	call __kmpc_dispatch_next_4u
	mov	%i0, %o1
	cmp	%o0, 0
	be	.LBB5_7
	nop
.LBB5_4:                                ! =>This Loop Header: Depth=1
                                        !     Child Loop BB5_6 Depth 2
	ld [%fp+-4], %i4
	ld [%fp+-8], %i5
	cmp	%i4, %i5
	bgu	.LBB5_3
	nop
! %bb.5:                                !   in Loop: Header=BB5_4 Depth=1
	ld [%i3], %i5
	add %i5, %i2, %i5
	sll %i4, 2, %g2
	sub %i5, %g2, %i5
.LBB5_6:                                !   Parent Loop BB5_4 Depth=1
                                        ! =>  This Inner Loop Header: Depth=2
	ld [%i5], %g2
	add %g2, 1, %g2
	st %g2, [%i5]
	ld [%fp+-8], %g2
	add %i4, 1, %i4
	cmp	%i4, %g2
	bleu	.LBB5_6
	add %i5, -4, %i5
	ba .LBB5_3
	nop
.LBB5_7:
	mov	%i1, %o0
	call __kmpc_dispatch_deinit
	mov	%i0, %o1
.LBB5_8:
	ret
	restore
.Lfunc_end5:
	.size	clang_dynamic.omp_outlined, .Lfunc_end5-clang_dynamic.omp_outlined
                                        ! -- End function
	.globl	clang_guided                    ! -- Begin function clang_guided
	.p2align	2
	.type	clang_guided,@function
clang_guided:                           ! @clang_guided
! %bb.0:
	save %sp, -104, %sp
	st %i0, [%fp+-4]
	st %i1, [%fp+-8]
	sethi %hi(.L__unnamed_1), %i0
	add %i0, %lo(.L__unnamed_1), %o0
	sethi %hi(clang_guided.omp_outlined), %i0
	add %i0, %lo(clang_guided.omp_outlined), %o2
	mov	2, %o1
	add %fp, -8, %o3
	call __kmpc_fork_call
	add %fp, -4, %o4
	ret
	restore
.Lfunc_end6:
	.size	clang_guided, .Lfunc_end6-clang_guided
                                        ! -- End function
	.p2align	2                               ! -- Begin function clang_guided.omp_outlined
	.type	clang_guided.omp_outlined,@function
clang_guided.omp_outlined:              ! @clang_guided.omp_outlined
! %bb.0:
	save %sp, -120, %sp
	ld [%i2], %i1
	cmp	%i1, 1
	bl	.LBB7_7
	nop
! %bb.1:
	add %i1, 1, %i1
	srl %i1, 1, %i1
	add %i1, -1, %o4
	st %g0, [%fp+-4]
	st %o4, [%fp+-8]
	mov	1, %o5
	st %o5, [%fp+-12]
	st %g0, [%fp+-16]
	ld [%i0], %i0
	sethi %hi(.L__unnamed_1), %i1
	add %i1, %lo(.L__unnamed_1), %i1
	sethi 1048576, %i2
	or %i2, 36, %o2
	st %o5, [%sp+92]
	mov	%i1, %o0
	mov	%i0, %o1
	call __kmpc_dispatch_init_4u
	mov	%g0, %o3
.LBB7_2:                                ! =>This Loop Header: Depth=1
                                        !     Child Loop BB7_5 Depth 2
	add %fp, -16, %o2
	add %fp, -4, %o3
	add %fp, -8, %o4
	add %fp, -12, %o5
	mov	%i1, %o0
	call __kmpc_dispatch_next_4u
	mov	%i0, %o1
	cmp	%o0, 0
	be	.LBB7_6
	nop
! %bb.3:                                !   in Loop: Header=BB7_2 Depth=1
	ld [%fp+-8], %i4
	ld [%fp+-4], %i2
	add %i4, 1, %i4
	cmp	%i2, %i4
	bcc	.LBB7_2
	nop
! %bb.4:                                !   in Loop: Header=BB7_2 Depth=1
	ld [%i3], %i4
	sll %i2, 3, %i5
	add %i4, %i5, %i4
.LBB7_5:                                !   Parent Loop BB7_2 Depth=1
                                        ! =>  This Inner Loop Header: Depth=2
	ld [%i4], %i5
	add %i5, 1, %i5
	st %i5, [%i4]
	ld [%fp+-8], %i5
	add %i2, 1, %i2
	add %i5, 1, %i5
	cmp	%i2, %i5
	bcs	.LBB7_5
	add %i4, 8, %i4
	ba .LBB7_2
	nop
.LBB7_6:
	mov	%i1, %o0
	call __kmpc_dispatch_deinit
	mov	%i0, %o1
.LBB7_7:
	ret
	restore
.Lfunc_end7:
	.size	clang_guided.omp_outlined, .Lfunc_end7-clang_guided.omp_outlined
                                        ! -- End function
	.globl	clang_sum                       ! -- Begin function clang_sum
	.p2align	2
	.type	clang_sum,@function
clang_sum:                              ! @clang_sum
! %bb.0:
	save %sp, -120, %sp
	st %i0, [%fp+-4]
	st %i1, [%fp+-8]
	st %g0, [%fp+-12]
	st %g0, [%fp+-16]
	add %fp, -16, %i0
	sethi %hi(.L__unnamed_1), %i1
	add %i1, %lo(.L__unnamed_1), %o0
	sethi %hi(clang_sum.omp_outlined), %i1
	add %i1, %lo(clang_sum.omp_outlined), %o2
	mov	4, %o1
	add %fp, -8, %o3
	add %fp, -12, %o4
	add %fp, -4, %o5
	call __kmpc_fork_call
	st %i0, [%sp+92]
	ld [%fp+-16], %i0
	st %i0, [%i2]
	ld [%fp+-12], %i0
	ret
	restore
.Lfunc_end8:
	.size	clang_sum, .Lfunc_end8-clang_sum
                                        ! -- End function
	.p2align	2                               ! -- Begin function clang_sum.omp_outlined
	.type	clang_sum.omp_outlined,@function
clang_sum.omp_outlined:                 ! @clang_sum.omp_outlined
! %bb.0:
	save %sp, -144, %sp
	ld [%i2], %i1
	cmp	%i1, 1
	bl	.LBB9_24
	nop
! %bb.1:
	add %i1, -1, %l1
	st %g0, [%fp+-4]
	st %l1, [%fp+-8]
	mov	1, %l0
	st %l0, [%fp+-12]
	st %g0, [%fp+-16]
	st %g0, [%fp+-20]
	sethi 2097152, %i2
	st %i2, [%fp+-24]
	ld [%i0], %i0
	st %l0, [%sp+100]
	st %l0, [%sp+96]
	add %fp, -12, %g2
	sethi %hi(.L__unnamed_2), %i1
	add %i1, %lo(.L__unnamed_2), %i1
	mov	34, %o2
	add %fp, -16, %o3
	add %fp, -4, %o4
	add %fp, -8, %o5
	st %g2, [%sp+92]
	mov	%i1, %o0
	call __kmpc_for_static_init_4
	mov	%i0, %o1
	ld [%fp+-8], %g3
	cmp	%g3, %l1
	bl	.LBB9_3
	nop
! %bb.2:
	mov	%l1, %g3
.LBB9_3:
	ld [%fp+-4], %g4
	cmp	%g4, %g3
	ble	.LBB9_9
	st %g3, [%fp+-8]
.LBB9_4:
	mov	%i1, %o0
	call __kmpc_for_static_fini
	mov	%i0, %o1
	add %fp, -20, %i1
	st %i1, [%fp+-32]
	add %fp, -24, %i1
	st %i1, [%fp+-28]
	sethi %hi(.gomp_critical_user_.reduction.var), %i1
	add %i1, %lo(.gomp_critical_user_.reduction.var), %i1
	sethi %hi(.L__unnamed_3), %i2
	add %i2, %lo(.L__unnamed_3), %i2
	sethi %hi(clang_sum.omp_outlined.omp.reduction.reduction_func), %i4
	add %i4, %lo(clang_sum.omp_outlined.omp.reduction.reduction_func), %o5
	mov	2, %o2
	mov	8, %o3
	add %fp, -32, %o4
	st %i1, [%sp+92]
	mov	%i2, %o0
	call __kmpc_reduce_nowait
	mov	%i0, %o1
	cmp	%o0, 2
	be	.LBB9_13
	nop
! %bb.5:
	cmp	%o0, 1
	bne	.LBB9_24
	nop
! %bb.6:
	ld [%i3], %i4
	ld [%fp+-20], %g2
	add %g2, %i4, %i4
	st %i4, [%i3]
	ld [%i5], %i3
	ld [%fp+-24], %i4
	cmp	%i3, %i4
	bg	.LBB9_8
	nop
! %bb.7:
	mov	%i4, %i3
.LBB9_8:
	st %i3, [%i5]
	mov	%i2, %o0
	mov	%i0, %o1
	call __kmpc_end_reduce_nowait
	mov	%i1, %o2
	ret
	restore
.LBB9_9:
	mov	%g0, %g2
	ld [%i4], %l1
	sub %g3, %g4, %i4
	add %i4, 1, %i4
	sll %g4, 2, %g3
	ba .LBB9_11
	add %l1, %g3, %g3
.LBB9_10:                               !   in Loop: Header=BB9_11 Depth=1
	st %i2, [%fp+-24]
	add %i4, -1, %i4
	cmp	%i4, 0
	be	.LBB9_4
	add %g3, 4, %g3
.LBB9_11:                               ! =>This Inner Loop Header: Depth=1
	ld [%g3], %g4
	add %g2, %g4, %g2
	st %g2, [%fp+-20]
	ld [%g3], %g4
	cmp	%g4, %i2
	ble	.LBB9_10
	nop
! %bb.12:                               !   in Loop: Header=BB9_11 Depth=1
	ba .LBB9_10
	ld [%g3], %i2
.LBB9_13:
	ld [%fp+-20], %i0
	ba .LBB9_15
	ld [%i3], %i1
.LBB9_14:                               !   in Loop: Header=BB9_15 Depth=1
	cmp	%i2, 1
	be	.LBB9_17
	nop
.LBB9_15:                               ! =>This Inner Loop Header: Depth=1
	mov	%i1, %i2
	add %i1, %i0, %i1
	casa [%i3] 10, %i2, %i1
	cmp	%i1, %i2
	be	.LBB9_14
	mov	%l0, %i2
! %bb.16:                               !   in Loop: Header=BB9_15 Depth=1
	ba .LBB9_14
	mov	%g0, %i2
.LBB9_17:
	ld [%i5], %i2
	ld [%fp+-24], %i0
	ba .LBB9_20
	mov	%i2, %i1
.LBB9_18:                               !   in Loop: Header=BB9_20 Depth=1
	mov	%g0, %i2
.LBB9_19:                               !   in Loop: Header=BB9_20 Depth=1
	cmp	%i2, 1
	be	.LBB9_24
	mov	%i1, %i2
.LBB9_20:                               ! =>This Inner Loop Header: Depth=1
	cmp	%i2, %i0
	bg	.LBB9_22
	nop
! %bb.21:                               !   in Loop: Header=BB9_20 Depth=1
	mov	%i0, %i1
.LBB9_22:                               !   in Loop: Header=BB9_20 Depth=1
	casa [%i5] 10, %i2, %i1
	cmp	%i1, %i2
	bne	.LBB9_18
	nop
! %bb.23:                               !   in Loop: Header=BB9_20 Depth=1
	ba .LBB9_19
	mov	1, %i2
.LBB9_24:
	ret
	restore
.Lfunc_end9:
	.size	clang_sum.omp_outlined, .Lfunc_end9-clang_sum.omp_outlined
                                        ! -- End function
	.p2align	2                               ! -- Begin function clang_sum.omp_outlined.omp.reduction.reduction_func
	.type	clang_sum.omp_outlined.omp.reduction.reduction_func,@function
clang_sum.omp_outlined.omp.reduction.reduction_func: ! @clang_sum.omp_outlined.omp.reduction.reduction_func
! %bb.0:
	ld [%o1], %o2
	ld [%o0], %o3
	ld [%o3], %o4
	ld [%o2], %o2
	ld [%o1+4], %o5
	ld [%o0+4], %o0
	add %o2, %o4, %o1
	st %o1, [%o3]
	ld [%o0], %o1
	ld [%o5], %o2
	cmp	%o1, %o2
	bg	.LBB10_2
	nop
! %bb.1:
	mov	%o2, %o1
.LBB10_2:
	retl
	st %o1, [%o0]
.Lfunc_end10:
	.size	clang_sum.omp_outlined.omp.reduction.reduction_func, .Lfunc_end10-clang_sum.omp_outlined.omp.reduction.reduction_func
                                        ! -- End function
	.globl	clang_shares                    ! -- Begin function clang_shares
	.p2align	2
	.type	clang_shares,@function
clang_shares:                           ! @clang_shares
! %bb.0:
	save %sp, -136, %sp
	sethi %hi(.L__unnamed_1), %i1
	add %i1, %lo(.L__unnamed_1), %i1
	call __kmpc_global_thread_num
	mov	%i1, %o0
	mov	%o0, %o1
	st %g0, [%fp+-4]
	st %g0, [%fp+-8]
	st %g0, [%fp+-12]
	st %g0, [%fp+-16]
	st %g0, [%fp+-20]
	st %g0, [%fp+-24]
	mov	%i1, %o0
	call __kmpc_push_num_threads
	mov	%i0, %o2
	add %fp, -24, %i0
	st %i0, [%sp+100]
	add %fp, -20, %i0
	st %i0, [%sp+96]
	add %fp, -16, %i0
	sethi %hi(clang_shares.omp_outlined), %i2
	add %i2, %lo(clang_shares.omp_outlined), %o2
	mov	6, %o1
	add %fp, -4, %o3
	add %fp, -8, %o4
	add %fp, -12, %o5
	st %i0, [%sp+92]
	call __kmpc_fork_call
	mov	%i1, %o0
	ld [%fp+-4], %i0
	sethi 976, %i1
	or %i1, 576, %i1
	ld [%fp+-8], %i2
	smul %i0, %i1, %i0
	sethi 9, %i1
	ld [%fp+-12], %i3
	or %i1, 784, %i1
	smul %i2, %i1, %i1
	ld [%fp+-16], %i2
	add %i1, %i0, %i0
	smul %i3, 1000, %i1
	ld [%fp+-20], %i3
	add %i0, %i1, %i0
	smul %i2, 100, %i1
	ld [%fp+-24], %i2
	add %i0, %i1, %i0
	smul %i3, 10, %i1
	add %i0, %i1, %i0
	ret
	restore %i0, %i2, %o0
.Lfunc_end11:
	.size	clang_shares, .Lfunc_end11-clang_shares
                                        ! -- End function
	.p2align	2                               ! -- Begin function clang_shares.omp_outlined
	.type	clang_shares.omp_outlined,@function
clang_shares.omp_outlined:              ! @clang_shares.omp_outlined
! %bb.0:
	save %sp, -136, %sp
	ld [%i0], %i0
	sethi %hi(.L__unnamed_1), %i1
	add %i1, %lo(.L__unnamed_1), %i1
	mov	%i1, %o0
	call __kmpc_single
	mov	%i0, %o1
	cmp	%o0, 0
	be	.LBB12_2
	nop
! %bb.1:
	ld [%i2], %g2
	add %g2, 1, %g2
	st %g2, [%i2]
	mov	3, %i2
	st %i2, [%fp+-4]
	mov	%i1, %o0
	call __kmpc_end_single
	mov	%i0, %o1
	ba .LBB12_3
	mov	1, %o5
.LBB12_2:
	mov	%g0, %o5
.LBB12_3:
	ld [%fp+96], %l0
	ld [%fp+92], %l1
	add %fp, -4, %i2
	st %i2, [%fp+-8]
	sethi %hi(.omp.copyprivate.copy_func), %i2
	add %i2, %lo(.omp.copyprivate.copy_func), %o4
	mov	4, %o2
	add %fp, -8, %o3
	mov	%i1, %o0
	call __kmpc_copyprivate
	mov	%i0, %o1
	ld [%fp+-4], %i2
	ba .LBB12_5
	ld [%i3], %g2
.LBB12_4:                               !   in Loop: Header=BB12_5 Depth=1
	mov	%g0, %g3
	cmp	%g3, 1
	be	.LBB12_7
	nop
.LBB12_5:                               ! =>This Inner Loop Header: Depth=1
	mov	%g2, %g3
	add %g2, %i2, %g2
	casa [%i3] 10, %g3, %g2
	cmp	%g2, %g3
	bne	.LBB12_4
	nop
! %bb.6:                                !   in Loop: Header=BB12_5 Depth=1
	mov	1, %g3
	cmp	%g3, 1
	bne	.LBB12_5
	nop
.LBB12_7:
	mov	%i1, %o0
	call __kmpc_master
	mov	%i0, %o1
	cmp	%o0, 0
	be	.LBB12_9
	nop
! %bb.8:
	ld [%i4], %i2
	add %i2, 1, %i2
	st %i2, [%i4]
	mov	%i1, %o0
	call __kmpc_end_master
	mov	%i0, %o1
.LBB12_9:
	sethi %hi(.gomp_critical_user_guard.var), %i2
	add %i2, %lo(.gomp_critical_user_guard.var), %i2
	mov	%i1, %o0
	mov	%i0, %o1
	call __kmpc_critical
	mov	%i2, %o2
	ld [%i5], %i3
	add %i3, 1, %i3
	st %i3, [%i5]
	mov	%i1, %o0
	mov	%i0, %o1
	call __kmpc_end_critical
	mov	%i2, %o2
	sethi %hi(.L__unnamed_4), %i1
	add %i1, %lo(.L__unnamed_4), %o0
	call __kmpc_barrier
	mov	%i0, %o1
	st %g0, [%fp+-12]
	mov	1, %i3
	st %i3, [%fp+-16]
	st %i3, [%fp+-20]
	st %g0, [%fp+-24]
	st %i3, [%sp+100]
	st %i3, [%sp+96]
	add %fp, -20, %i2
	sethi %hi(.L__unnamed_5), %i1
	add %i1, %lo(.L__unnamed_5), %i1
	mov	34, %o2
	add %fp, -24, %o3
	add %fp, -12, %o4
	add %fp, -16, %o5
	st %i2, [%sp+92]
	mov	%i1, %o0
	call __kmpc_for_static_init_4
	mov	%i0, %o1
	ld [%fp+-16], %i2
	cmp	%i2, 1
	bl	.LBB12_11
	nop
! %bb.10:
	mov	%i3, %i2
.LBB12_11:
	ld [%fp+-12], %i3
	cmp	%i3, %i2
	ble	.LBB12_14
	st %i2, [%fp+-16]
.LBB12_12:
	mov	%i1, %o0
	call __kmpc_for_static_fini
	mov	%i0, %o1
	sethi %hi(.L__unnamed_6), %i1
	add %i1, %lo(.L__unnamed_6), %o0
	call __kmpc_barrier
	mov	%i0, %o1
	ret
	restore
.LBB12_13:                              !   in Loop: Header=BB12_14 Depth=1
	cmp	%i3, %i2
	be	.LBB12_12
	add %i3, 1, %i3
.LBB12_14:                              ! =>This Loop Header: Depth=1
                                        !     Child Loop BB12_19 Depth 2
	cmp	%i3, 1
	be	.LBB12_17
	nop
! %bb.15:                               !   in Loop: Header=BB12_14 Depth=1
	cmp	%i3, 0
	bne	.LBB12_13
	nop
! %bb.16:                               !   in Loop: Header=BB12_14 Depth=1
	ld [%l1], %i4
	add %i4, 1, %i4
	ba .LBB12_13
	st %i4, [%l1]
.LBB12_17:                              !   in Loop: Header=BB12_14 Depth=1
	ba .LBB12_19
	ld [%l0], %i4
.LBB12_18:                              !   in Loop: Header=BB12_19 Depth=2
	mov	%g0, %i5
	cmp	%i5, 1
	be	.LBB12_13
	nop
.LBB12_19:                              !   Parent Loop BB12_14 Depth=1
                                        ! =>  This Inner Loop Header: Depth=2
	mov	%i4, %i5
	add %i4, 1, %i4
	casa [%l0] 10, %i5, %i4
	cmp	%i4, %i5
	bne	.LBB12_18
	nop
! %bb.20:                               !   in Loop: Header=BB12_19 Depth=2
	mov	1, %i5
	cmp	%i5, 1
	bne	.LBB12_19
	nop
	ba .LBB12_13
	nop
.Lfunc_end12:
	.size	clang_shares.omp_outlined, .Lfunc_end12-clang_shares.omp_outlined
                                        ! -- End function
	.p2align	2                               ! -- Begin function .omp.copyprivate.copy_func
	.type	.omp.copyprivate.copy_func,@function
.omp.copyprivate.copy_func:             ! @.omp.copyprivate.copy_func
! %bb.0:
	ld [%o1], %o1
	ld [%o0], %o0
	ld [%o1], %o1
	retl
	st %o1, [%o0]
.Lfunc_end13:
	.size	.omp.copyprivate.copy_func, .Lfunc_end13-.omp.copyprivate.copy_func
                                        ! -- End function
	.globl	clang_alone                     ! -- Begin function clang_alone
	.p2align	2
	.type	clang_alone,@function
clang_alone:                            ! @clang_alone
! %bb.0:
	save %sp, -104, %sp
	sethi %hi(.L__unnamed_1), %i2
	add %i2, %lo(.L__unnamed_1), %i2
	call __kmpc_global_thread_num
	mov	%i2, %o0
	mov	%o0, %o1
	st %i0, [%fp+-4]
	st %g0, [%fp+-8]
	mov	%i2, %o0
	call __kmpc_push_num_threads
	mov	%i1, %o2
	sethi %hi(clang_alone.omp_outlined), %i0
	add %i0, %lo(clang_alone.omp_outlined), %o2
	mov	2, %o1
	add %fp, -4, %o3
	add %fp, -8, %o4
	call __kmpc_fork_call
	mov	%i2, %o0
	ld [%fp+-8], %i0
	ret
	restore
.Lfunc_end14:
	.size	clang_alone, .Lfunc_end14-clang_alone
                                        ! -- End function
	.p2align	2                               ! -- Begin function clang_alone.omp_outlined
	.type	clang_alone.omp_outlined,@function
clang_alone.omp_outlined:               ! @clang_alone.omp_outlined
! %bb.0:
	save %sp, -96, %sp
	ld [%i2], %i1
	cmp	%i1, 101
	bl	.LBB15_2
	nop
! %bb.1:
	sethi %hi(.L__unnamed_1), %i0
	add %i0, %lo(.L__unnamed_1), %o0
	sethi %hi(clang_alone.omp_outlined.omp_outlined), %i0
	add %i0, %lo(clang_alone.omp_outlined.omp_outlined), %o2
	mov	2, %o1
	mov	%i2, %o3
	call __kmpc_fork_call
	mov	%i3, %o4
	ret
	restore
.LBB15_2:
	ld [%i0], %i1
	sethi %hi(.L__unnamed_1), %i4
	add %i4, %lo(.L__unnamed_1), %i4
	mov	%i4, %o0
	call __kmpc_serialized_parallel
	mov	%i1, %o1
	mov	%i0, %o0
	mov	%i2, %o2
	call clang_alone.omp_outlined.omp_outlined
	mov	%i3, %o3
	mov	%i4, %o0
	call __kmpc_end_serialized_parallel
	mov	%i1, %o1
	ret
	restore
.Lfunc_end15:
	.size	clang_alone.omp_outlined, .Lfunc_end15-clang_alone.omp_outlined
                                        ! -- End function
	.p2align	2                               ! -- Begin function clang_alone.omp_outlined.omp_outlined
	.type	clang_alone.omp_outlined.omp_outlined,@function
clang_alone.omp_outlined.omp_outlined:  ! @clang_alone.omp_outlined.omp_outlined
! %bb.0:
	save %sp, -136, %sp
	ld [%i2], %i1
	cmp	%i1, 1
	bl	.LBB16_12
	nop
! %bb.1:
	add %i1, -1, %i2
	st %g0, [%fp+-4]
	st %i2, [%fp+-8]
	mov	1, %i1
	st %i1, [%fp+-12]
	st %g0, [%fp+-16]
	ld [%i0], %i0
	st %i1, [%sp+100]
	st %i1, [%sp+96]
	add %fp, -12, %i4
	sethi %hi(.L__unnamed_2), %i1
	add %i1, %lo(.L__unnamed_2), %i1
	mov	34, %o2
	add %fp, -16, %o3
	add %fp, -4, %o4
	add %fp, -8, %o5
	st %i4, [%sp+92]
	mov	%i1, %o0
	call __kmpc_for_static_init_4
	mov	%i0, %o1
	ld [%fp+-8], %i4
	cmp	%i4, %i2
	bl	.LBB16_3
	nop
! %bb.2:
	mov	%i2, %i4
.LBB16_3:
	ld [%fp+-4], %i2
	mov	%g0, %i5
	cmp	%i4, %i2
	bl	.LBB16_5
	st %i4, [%fp+-8]
! %bb.4:
	sub %i4, %i2, %i5
	add %i2, 1, %g2
	smul %i5, %g2, %g2
	xor %i2, -1, %g3
	add %i4, %g3, %i4
	umul %i4, %i5, %i4
	rd %y, %i5
	sll %i5, 31, %i5
	srl %i4, 1, %i4
	or %i4, %i5, %i4
	add %i2, %g2, %i2
	add %i2, %i4, %i5
.LBB16_5:
	st %i5, [%fp+-20]
	mov	%i1, %o0
	call __kmpc_for_static_fini
	mov	%i0, %o1
	add %fp, -20, %i1
	st %i1, [%fp+-24]
	sethi %hi(.gomp_critical_user_.reduction.var), %i1
	add %i1, %lo(.gomp_critical_user_.reduction.var), %i2
	sethi %hi(.L__unnamed_3), %i1
	add %i1, %lo(.L__unnamed_3), %i4
	sethi %hi(clang_alone.omp_outlined.omp_outlined.omp.reduction.reduction_func), %i1
	add %i1, %lo(clang_alone.omp_outlined.omp_outlined.omp.reduction.reduction_func), %o5
	mov	1, %i1
	mov	4, %o3
	add %fp, -24, %o4
	st %i2, [%sp+92]
	mov	%i4, %o0
	mov	%i0, %o1
	call __kmpc_reduce_nowait
	mov	%i1, %o2
	cmp	%o0, 2
	be	.LBB16_8
	nop
! %bb.6:
	cmp	%o0, 1
	bne	.LBB16_12
	nop
! %bb.7:
	ld [%i3], %i1
	ld [%fp+-20], %i5
	add %i5, %i1, %i1
	st %i1, [%i3]
	mov	%i4, %o0
	mov	%i0, %o1
	call __kmpc_end_reduce_nowait
	mov	%i2, %o2
	ret
	restore
.LBB16_8:
	ld [%fp+-20], %i0
	ba .LBB16_10
	ld [%i3], %i2
.LBB16_9:                               !   in Loop: Header=BB16_10 Depth=1
	cmp	%i4, 1
	be	.LBB16_12
	nop
.LBB16_10:                              ! =>This Inner Loop Header: Depth=1
	mov	%i2, %i4
	add %i2, %i0, %i2
	casa [%i3] 10, %i4, %i2
	cmp	%i2, %i4
	be	.LBB16_9
	mov	%i1, %i4
! %bb.11:                               !   in Loop: Header=BB16_10 Depth=1
	ba .LBB16_9
	mov	%g0, %i4
.LBB16_12:
	ret
	restore
.Lfunc_end16:
	.size	clang_alone.omp_outlined.omp_outlined, .Lfunc_end16-clang_alone.omp_outlined.omp_outlined
                                        ! -- End function
	.p2align	2                               ! -- Begin function clang_alone.omp_outlined.omp_outlined.omp.reduction.reduction_func
	.type	clang_alone.omp_outlined.omp_outlined.omp.reduction.reduction_func,@function
clang_alone.omp_outlined.omp_outlined.omp.reduction.reduction_func: ! @clang_alone.omp_outlined.omp_outlined.omp.reduction.reduction_func
! %bb.0:
	ld [%o1], %o1
	ld [%o0], %o0
	ld [%o0], %o2
	ld [%o1], %o1
	add %o1, %o2, %o1
	retl
	st %o1, [%o0]
.Lfunc_end17:
	.size	clang_alone.omp_outlined.omp_outlined.omp.reduction.reduction_func, .Lfunc_end17-clang_alone.omp_outlined.omp_outlined.omp.reduction.reduction_func
                                        ! -- End function
	.globl	clang_tasks                     ! -- Begin function clang_tasks
	.p2align	2
	.type	clang_tasks,@function
clang_tasks:                            ! @clang_tasks
! %bb.0:
	save %sp, -104, %sp
	st %i0, [%fp+-4]
	st %g0, [%fp+-8]
	sethi %hi(.L__unnamed_1), %i0
	add %i0, %lo(.L__unnamed_1), %o0
	sethi %hi(clang_tasks.omp_outlined), %i0
	add %i0, %lo(clang_tasks.omp_outlined), %o2
	mov	2, %o1
	add %fp, -8, %o3
	call __kmpc_fork_call
	add %fp, -4, %o4
	ld [%fp+-8], %i0
	ret
	restore
.Lfunc_end18:
	.size	clang_tasks, .Lfunc_end18-clang_tasks
                                        ! -- End function
	.p2align	2                               ! -- Begin function clang_tasks.omp_outlined
	.type	clang_tasks.omp_outlined,@function
clang_tasks.omp_outlined:               ! @clang_tasks.omp_outlined
! %bb.0:
	save %sp, -96, %sp
	ld [%i0], %i1
	sethi %hi(.L__unnamed_1), %i0
	add %i0, %lo(.L__unnamed_1), %i0
	mov	%i0, %o0
	call __kmpc_single
	mov	%i1, %o1
	cmp	%o0, 0
	be	.LBB19_2
	nop
! %bb.1:
	call fibonacci
	ld [%i3], %o0
	st %o0, [%i2]
	mov	%i0, %o0
	call __kmpc_end_single
	mov	%i1, %o1
.LBB19_2:
	sethi %hi(.L__unnamed_7), %i0
	call __kmpc_barrier
	restore %i0, %lo(.L__unnamed_7), %o0
.Lfunc_end19:
	.size	clang_tasks.omp_outlined, .Lfunc_end19-clang_tasks.omp_outlined
                                        ! -- End function
	.p2align	2                               ! -- Begin function fibonacci
	.type	fibonacci,@function
fibonacci:                              ! @fibonacci
! %bb.0:
	save %sp, -104, %sp
	sethi %hi(.L__unnamed_1), %i1
	add %i1, %lo(.L__unnamed_1), %i1
	call __kmpc_global_thread_num
	mov	%i1, %o0
	cmp	%i0, 2
	bl	.LBB20_6
	nop
! %bb.1:
	mov	%o0, %i2
	sethi %hi(.omp_task_entry.), %i3
	add %i3, %lo(.omp_task_entry.), %o5
	mov	1, %i3
	mov	24, %o3
	mov	4, %o4
	mov	%i1, %o0
	mov	%i2, %o1
	call __kmpc_omp_task_alloc
	mov	%i3, %o2
	mov	%o0, %o2
	ld [%o0], %i4
	add %fp, -4, %i5
	st %i5, [%i4]
	cmp	%i0, 5
	st %i0, [%o0+20]
	mov	%i1, %o0
	bcs	.LBB20_3
	mov	%i2, %o1
! %bb.2:
	call __kmpc_omp_task
	nop
	cmp	%i0, 3
	bleu	.LBB20_4
	nop
	ba .LBB20_5
	nop
.LBB20_3:
	call __kmpc_omp_task_begin_if0
	mov	%o2, %i4
	ld [%i4+20], %i5
	ld [%i4], %l0
	call fibonacci
	add %i5, -1, %o0
	ld [%l0], %i5
	st %o0, [%i5]
	mov	%i1, %o0
	mov	%i2, %o1
	call __kmpc_omp_task_complete_if0
	mov	%i4, %o2
	cmp	%i0, 3
	bgu	.LBB20_5
	nop
.LBB20_4:
	mov	3, %i3
.LBB20_5:
	sethi %hi(.omp_task_entry..3), %i4
	add %i4, %lo(.omp_task_entry..3), %o5
	mov	24, %o3
	mov	4, %o4
	mov	%i1, %o0
	mov	%i2, %o1
	call __kmpc_omp_task_alloc
	mov	%i3, %o2
	mov	%o0, %o2
	ld [%o0], %i3
	add %fp, -8, %i4
	st %i4, [%i3]
	st %i0, [%o0+20]
	mov	%i1, %o0
	call __kmpc_omp_task
	mov	%i2, %o1
	mov	%i1, %o0
	call __kmpc_omp_taskwait
	mov	%i2, %o1
	ld [%fp+-4], %i0
	ld [%fp+-8], %i1
	add %i1, %i0, %i0
.LBB20_6:
	ret
	restore
.Lfunc_end20:
	.size	fibonacci, .Lfunc_end20-fibonacci
                                        ! -- End function
	.p2align	2                               ! -- Begin function .omp_task_entry.
	.type	.omp_task_entry.,@function
.omp_task_entry.:                       ! @.omp_task_entry.
! %bb.0:
	save %sp, -96, %sp
	ld [%i1+20], %i0
	ld [%i1], %i1
	call fibonacci
	add %i0, -1, %o0
	ld [%i1], %i0
	st %o0, [%i0]
	ret
	restore %g0, %g0, %o0
.Lfunc_end21:
	.size	.omp_task_entry., .Lfunc_end21-.omp_task_entry.
                                        ! -- End function
	.p2align	2                               ! -- Begin function .omp_task_entry..3
	.type	.omp_task_entry..3,@function
.omp_task_entry..3:                     ! @.omp_task_entry..3
! %bb.0:
	save %sp, -96, %sp
	ld [%i1+20], %i0
	ld [%i1], %i1
	call fibonacci
	add %i0, -2, %o0
	ld [%i1], %i0
	st %o0, [%i0]
	ret
	restore %g0, %g0, %o0
.Lfunc_end22:
	.size	.omp_task_entry..3, .Lfunc_end22-.omp_task_entry..3
                                        ! -- End function
	.globl	clang_depend                    ! -- Begin function clang_depend
	.p2align	2
	.type	clang_depend,@function
clang_depend:                           ! @clang_depend
! %bb.0:
	save %sp, -104, %sp
	st %i0, [%fp+-4]
	mov	1, %i0
	st %i0, [%fp+-8]
	st %g0, [%fp+-12]
	sethi %hi(.L__unnamed_1), %i0
	add %i0, %lo(.L__unnamed_1), %o0
	sethi %hi(clang_depend.omp_outlined), %i0
	add %i0, %lo(clang_depend.omp_outlined), %o2
	mov	3, %o1
	add %fp, -4, %o3
	add %fp, -8, %o4
	call __kmpc_fork_call
	add %fp, -12, %o5
	ld [%fp+-12], %i0
	ret
	restore
.Lfunc_end23:
	.size	clang_depend, .Lfunc_end23-clang_depend
                                        ! -- End function
	.p2align	2                               ! -- Begin function clang_depend.omp_outlined
	.type	clang_depend.omp_outlined,@function
clang_depend.omp_outlined:              ! @clang_depend.omp_outlined
! %bb.0:
	save %sp, -136, %sp
	ld [%i0], %i0
	sethi %hi(.L__unnamed_1), %i1
	add %i1, %lo(.L__unnamed_1), %i1
	mov	%i1, %o0
	call __kmpc_single
	mov	%i0, %o1
	cmp	%o0, 0
	be	.LBB24_5
	nop
! %bb.1:
	ld [%i2], %i5
	cmp	%i5, 1
	bl	.LBB24_4
	nop
! %bb.2:
	mov	%g0, %l2
.LBB24_3:                               ! =>This Inner Loop Header: Depth=1
	sethi %hi(.omp_task_entry..5), %i5
	add %i5, %lo(.omp_task_entry..5), %o5
	mov	1, %i5
	mov	20, %l0
	mov	4, %l1
	mov	%i1, %o0
	mov	%i0, %o1
	mov	%i5, %o2
	mov	%l0, %o3
	call __kmpc_omp_task_alloc
	mov	%l1, %o4
	mov	%o0, %o2
	ld [%o0], %g2
	st %i3, [%g2]
	st %i3, [%fp+-12]
	st %l1, [%fp+-8]
	mov	3, %l3
	stb %l3, [%fp+-4]
	add %fp, -12, %o4
	st %g0, [%sp+92]
	mov	%i1, %o0
	mov	%i0, %o1
	mov	%i5, %o3
	call __kmpc_omp_task_with_deps
	mov	%g0, %o5
	sethi %hi(.omp_task_entry..7), %g2
	add %g2, %lo(.omp_task_entry..7), %o5
	mov	8, %o4
	mov	%i1, %o0
	mov	%i0, %o1
	mov	%i5, %o2
	call __kmpc_omp_task_alloc
	mov	%l0, %o3
	mov	%o0, %o2
	ld [%o0], %g2
	st %i4, [%g2]
	st %i3, [%g2+4]
	st %i3, [%fp+-36]
	st %l1, [%fp+-32]
	stb %i5, [%fp+-28]
	st %i4, [%fp+-24]
	st %l1, [%fp+-20]
	stb %l3, [%fp+-16]
	mov	2, %o3
	add %fp, -36, %o4
	st %g0, [%sp+92]
	mov	%i1, %o0
	mov	%i0, %o1
	call __kmpc_omp_task_with_deps
	mov	%g0, %o5
	ld [%i2], %i5
	add %l2, 1, %l2
	cmp	%l2, %i5
	bl	.LBB24_3
	nop
.LBB24_4:
	mov	%i1, %o0
	call __kmpc_end_single
	mov	%i0, %o1
.LBB24_5:
	sethi %hi(.L__unnamed_7), %i1
	add %i1, %lo(.L__unnamed_7), %o0
	call __kmpc_barrier
	mov	%i0, %o1
	ret
	restore
.Lfunc_end24:
	.size	clang_depend.omp_outlined, .Lfunc_end24-clang_depend.omp_outlined
                                        ! -- End function
	.p2align	2                               ! -- Begin function .omp_task_entry..5
	.type	.omp_task_entry..5,@function
.omp_task_entry..5:                     ! @.omp_task_entry..5
! %bb.0:
	ld [%o1], %o0
	ld [%o0], %o0
	ld [%o0], %o1
	sll %o1, 1, %o1
	or %o1, 1, %o1
	st %o1, [%o0]
	retl
	mov	%g0, %o0
.Lfunc_end25:
	.size	.omp_task_entry..5, .Lfunc_end25-.omp_task_entry..5
                                        ! -- End function
	.p2align	2                               ! -- Begin function .omp_task_entry..7
	.type	.omp_task_entry..7,@function
.omp_task_entry..7:                     ! @.omp_task_entry..7
! %bb.0:
	ld [%o1], %o0
	ld [%o0+4], %o1
	ld [%o0], %o0
	ld [%o1], %o1
	ld [%o0], %o2
	add %o2, %o1, %o1
	st %o1, [%o0]
	retl
	mov	%g0, %o0
.Lfunc_end26:
	.size	.omp_task_entry..7, .Lfunc_end26-.omp_task_entry..7
                                        ! -- End function
	.globl	clang_task_reduction            ! -- Begin function clang_task_reduction
	.p2align	2
	.type	clang_task_reduction,@function
clang_task_reduction:                   ! @clang_task_reduction
! %bb.0:
	save %sp, -104, %sp
	st %i0, [%fp+-4]
	st %g0, [%fp+-8]
	sethi %hi(.L__unnamed_1), %i0
	add %i0, %lo(.L__unnamed_1), %o0
	sethi %hi(clang_task_reduction.omp_outlined), %i0
	add %i0, %lo(clang_task_reduction.omp_outlined), %o2
	mov	2, %o1
	add %fp, -8, %o3
	call __kmpc_fork_call
	add %fp, -4, %o4
	ld [%fp+-8], %i0
	ret
	restore
.Lfunc_end27:
	.size	clang_task_reduction, .Lfunc_end27-clang_task_reduction
                                        ! -- End function
	.p2align	2                               ! -- Begin function clang_task_reduction.omp_outlined
	.type	clang_task_reduction.omp_outlined,@function
clang_task_reduction.omp_outlined:      ! @clang_task_reduction.omp_outlined
! %bb.0:
	save %sp, -128, %sp
	ld [%i0], %i0
	sethi %hi(.L__unnamed_1), %i1
	add %i1, %lo(.L__unnamed_1), %i1
	mov	%i1, %o0
	call __kmpc_single
	mov	%i0, %o1
	cmp	%o0, 0
	be	.LBB28_5
	nop
! %bb.1:
	mov	%i1, %o0
	call __kmpc_taskgroup
	mov	%i0, %o1
	st %i2, [%fp+-28]
	st %i2, [%fp+-24]
	mov	4, %i4
	st %i4, [%fp+-20]
	sethi %hi(.red_init.), %i4
	add %i4, %lo(.red_init.), %i4
	st %i4, [%fp+-16]
	st %g0, [%fp+-12]
	sethi %hi(.red_comb.), %i4
	add %i4, %lo(.red_comb.), %i4
	st %i4, [%fp+-8]
	st %g0, [%fp+-4]
	mov	1, %o1
	add %fp, -28, %o2
	call __kmpc_taskred_init
	mov	%i0, %o0
	st %o0, [%fp+-32]
	ld [%i3], %i4
	cmp	%i4, 1
	bl	.LBB28_4
	nop
! %bb.2:
	mov	%g0, %i4
.LBB28_3:                               ! =>This Inner Loop Header: Depth=1
	sethi %hi(.omp_task_entry..10), %i5
	add %i5, %lo(.omp_task_entry..10), %o5
	mov	1, %o2
	mov	28, %o3
	mov	8, %o4
	mov	%i1, %o0
	call __kmpc_omp_task_alloc
	mov	%i0, %o1
	mov	%o0, %o2
	ld [%o0], %i5
	st %i2, [%i5]
	add %fp, -32, %g2
	st %g2, [%i5+4]
	ld [%fp+-32], %i5
	st %i4, [%o0+20]
	st %i5, [%o0+24]
	mov	%i1, %o0
	call __kmpc_omp_task
	mov	%i0, %o1
	ld [%i3], %i5
	add %i4, 1, %i4
	cmp	%i4, %i5
	bl	.LBB28_3
	nop
.LBB28_4:
	mov	%i1, %o0
	call __kmpc_end_taskgroup
	mov	%i0, %o1
	mov	%i1, %o0
	call __kmpc_end_single
	mov	%i0, %o1
.LBB28_5:
	sethi %hi(.L__unnamed_7), %i1
	add %i1, %lo(.L__unnamed_7), %o0
	call __kmpc_barrier
	mov	%i0, %o1
	ret
	restore
.Lfunc_end28:
	.size	clang_task_reduction.omp_outlined, .Lfunc_end28-clang_task_reduction.omp_outlined
                                        ! -- End function
	.p2align	2                               ! -- Begin function .red_init.
	.type	.red_init.,@function
.red_init.:                             ! @.red_init.
! %bb.0:
	retl
	st %g0, [%o0]
.Lfunc_end29:
	.size	.red_init., .Lfunc_end29-.red_init.
                                        ! -- End function
	.p2align	2                               ! -- Begin function .red_comb.
	.type	.red_comb.,@function
.red_comb.:                             ! @.red_comb.
! %bb.0:
	ld [%o0], %o2
	ld [%o1], %o1
	add %o1, %o2, %o1
	retl
	st %o1, [%o0]
.Lfunc_end30:
	.size	.red_comb., .Lfunc_end30-.red_comb.
                                        ! -- End function
	.p2align	2                               ! -- Begin function .omp_task_entry..10
	.type	.omp_task_entry..10,@function
.omp_task_entry..10:                    ! @.omp_task_entry..10
! %bb.0:
	save %sp, -96, %sp
	ld [%i1], %i2
	ld [%i2], %o2
	ld [%i1+24], %o1
	call __kmpc_task_reduction_get_th_data
	mov	%i0, %o0
	ld [%i1+20], %i0
	ld [%o0], %i1
	add %i1, %i0, %i0
	st %i0, [%o0]
	ret
	restore %g0, %g0, %o0
.Lfunc_end31:
	.size	.omp_task_entry..10, .Lfunc_end31-.omp_task_entry..10
                                        ! -- End function
	.globl	clang_taskloop                  ! -- Begin function clang_taskloop
	.p2align	2
	.type	clang_taskloop,@function
clang_taskloop:                         ! @clang_taskloop
! %bb.0:
	save %sp, -104, %sp
	st %i0, [%fp+-4]
	st %i1, [%fp+-8]
	sethi %hi(.L__unnamed_1), %i0
	add %i0, %lo(.L__unnamed_1), %o0
	sethi %hi(clang_taskloop.omp_outlined), %i0
	add %i0, %lo(clang_taskloop.omp_outlined), %o2
	mov	2, %o1
	add %fp, -8, %o3
	call __kmpc_fork_call
	add %fp, -4, %o4
	ret
	restore
.Lfunc_end32:
	.size	clang_taskloop, .Lfunc_end32-clang_taskloop
                                        ! -- End function
	.p2align	2                               ! -- Begin function clang_taskloop.omp_outlined
	.type	clang_taskloop.omp_outlined,@function
clang_taskloop.omp_outlined:            ! @clang_taskloop.omp_outlined
! %bb.0:
	save %sp, -128, %sp
	ld [%i0], %i1
	sethi %hi(.L__unnamed_1), %i0
	add %i0, %lo(.L__unnamed_1), %i0
	mov	%i0, %o0
	call __kmpc_single
	mov	%i1, %o1
	cmp	%o0, 0
	be	.LBB33_2
	nop
! %bb.1:
	mov	%i0, %o0
	call __kmpc_taskgroup
	mov	%i1, %o1
	ld [%i2], %i4
	add %i4, -1, %l1
	sethi %hi(.omp_task_entry..12), %i4
	add %i4, %lo(.omp_task_entry..12), %o5
	mov	1, %i4
	mov	56, %o3
	mov	8, %o4
	mov	%i0, %o0
	mov	%i1, %o1
	call __kmpc_omp_task_alloc
	mov	%i4, %o2
	mov	%o0, %o2
	ld [%o0], %i5
	st %i2, [%i5]
	st %i3, [%i5+4]
	mov	%g0, %i2
	add %o0, 24, %o4
	mov	%g0, %i3
	std %i2, [%o0+24]
	add %o0, 32, %o5
	sra %l1, 31, %l0
	std %l0, [%o0+32]
	mov	%i4, %i3
	std %i2, [%o0+40]
	st %g0, [%o0+52]
	mov	30, %i2
	st %i2, [%sp+112]
	st %i4, [%sp+104]
	st %i4, [%sp+100]
	st %i4, [%sp+96]
	st %g0, [%sp+116]
	st %g0, [%sp+108]
	st %g0, [%sp+92]
	mov	%i0, %o0
	mov	%i1, %o1
	call __kmpc_taskloop
	mov	%i4, %o3
	mov	%i0, %o0
	call __kmpc_end_taskgroup
	mov	%i1, %o1
	mov	%i0, %o0
	call __kmpc_end_single
	mov	%i1, %o1
.LBB33_2:
	sethi %hi(.L__unnamed_7), %i0
	call __kmpc_barrier
	restore %i0, %lo(.L__unnamed_7), %o0
.Lfunc_end33:
	.size	clang_taskloop.omp_outlined, .Lfunc_end33-clang_taskloop.omp_outlined
                                        ! -- End function
	.p2align	2                               ! -- Begin function .omp_task_entry..12
	.type	.omp_task_entry..12,@function
.omp_task_entry..12:                    ! @.omp_task_entry..12
! %bb.0:
	ld [%o1], %o2
	ld [%o2], %o0
	ld [%o0], %o0
	cmp	%o0, 1
	bl	.LBB34_8
	nop
! %bb.1:
	ldd [%o1+24], %o4
	ldd [%o1+32], %o0
	mov	1, %o3
	cmp	%o1, %o5
	sra %o5, 31, %g3
	bcc	.LBB34_5
	mov	%o3, %g2
! %bb.2:
	cmp	%o0, %g3
	bcc	.LBB34_6
	nop
.LBB34_3:
	cmp	%o0, %g3
	bne	.LBB34_7
	nop
.LBB34_4:
	cmp	%g2, 0
	bne	.LBB34_8
	nop
	ba .LBB34_9
	nop
.LBB34_5:
	mov	%g0, %g2
	cmp	%o0, %g3
	bcs	.LBB34_3
	nop
.LBB34_6:
	mov	%g0, %o3
	cmp	%o0, %g3
	be	.LBB34_4
	nop
.LBB34_7:
	mov	%o3, %g2
	cmp	%g2, 0
	be	.LBB34_9
	nop
.LBB34_8:
	retl
	mov	%g0, %o0
.LBB34_9:
	ld [%o2+4], %o2
	ld [%o2], %o2
	sll %o5, 2, %o3
	add %o2, %o3, %o2
	ba .LBB34_11
	add %o5, 1, %o3
.LBB34_10:                              !   in Loop: Header=BB34_11 Depth=1
	add %o2, 4, %o2
	cmp	%o4, 0
	be	.LBB34_8
	add %o3, 1, %o3
.LBB34_11:                              ! =>This Inner Loop Header: Depth=1
	ld [%o2], %o4
	add %o4, 1, %g2
	sra %o3, 31, %o5
	mov	1, %o4
	cmp	%o0, %o5
	st %g2, [%o2]
	bcs	.LBB34_14
	mov	%o4, %g2
! %bb.12:                               !   in Loop: Header=BB34_11 Depth=1
	cmp	%o1, %o3
	bcs	.LBB34_15
	nop
.LBB34_13:                              !   in Loop: Header=BB34_11 Depth=1
	cmp	%o0, %o5
	be	.LBB34_10
	nop
	ba .LBB34_16
	nop
.LBB34_14:                              !   in Loop: Header=BB34_11 Depth=1
	mov	%g0, %g2
	cmp	%o1, %o3
	bcc	.LBB34_13
	nop
.LBB34_15:                              !   in Loop: Header=BB34_11 Depth=1
	mov	%g0, %o4
	cmp	%o0, %o5
	be	.LBB34_10
	nop
.LBB34_16:                              !   in Loop: Header=BB34_11 Depth=1
	ba .LBB34_10
	mov	%g2, %o4
.Lfunc_end34:
	.size	.omp_task_entry..12, .Lfunc_end34-.omp_task_entry..12
                                        ! -- End function
	.type	.L__unnamed_8,@object           ! @0
	.section	.rodata.str1.1,"aMS",@progbits,1
.L__unnamed_8:
	.asciz	";unknown;unknown;0;0;;"
	.size	.L__unnamed_8, 23

	.type	.L__unnamed_2,@object           ! @1
	.section	.rodata,"a",@progbits
	.p2align	3, 0x0
.L__unnamed_2:
	.word	0                               ! 0x0
	.word	514                             ! 0x202
	.word	0                               ! 0x0
	.word	22                              ! 0x16
	.word	.L__unnamed_8
	.size	.L__unnamed_2, 20

	.type	.L__unnamed_1,@object           ! @2
	.p2align	3, 0x0
.L__unnamed_1:
	.word	0                               ! 0x0
	.word	2                               ! 0x2
	.word	0                               ! 0x0
	.word	22                              ! 0x16
	.word	.L__unnamed_8
	.size	.L__unnamed_1, 20

	.type	.gomp_critical_user_.reduction.var,@object ! @.gomp_critical_user_.reduction.var
	.comm	.gomp_critical_user_.reduction.var,32,4
	.type	.L__unnamed_3,@object           ! @3
	.p2align	3, 0x0
.L__unnamed_3:
	.word	0                               ! 0x0
	.word	18                              ! 0x12
	.word	0                               ! 0x0
	.word	22                              ! 0x16
	.word	.L__unnamed_8
	.size	.L__unnamed_3, 20

	.type	.gomp_critical_user_guard.var,@object ! @.gomp_critical_user_guard.var
	.comm	.gomp_critical_user_guard.var,32,4
	.type	.L__unnamed_4,@object           ! @4
	.p2align	3, 0x0
.L__unnamed_4:
	.word	0                               ! 0x0
	.word	34                              ! 0x22
	.word	0                               ! 0x0
	.word	22                              ! 0x16
	.word	.L__unnamed_8
	.size	.L__unnamed_4, 20

	.type	.L__unnamed_5,@object           ! @5
	.p2align	3, 0x0
.L__unnamed_5:
	.word	0                               ! 0x0
	.word	1026                            ! 0x402
	.word	0                               ! 0x0
	.word	22                              ! 0x16
	.word	.L__unnamed_8
	.size	.L__unnamed_5, 20

	.type	.L__unnamed_6,@object           ! @6
	.p2align	3, 0x0
.L__unnamed_6:
	.word	0                               ! 0x0
	.word	194                             ! 0xc2
	.word	0                               ! 0x0
	.word	22                              ! 0x16
	.word	.L__unnamed_8
	.size	.L__unnamed_6, 20

	.type	.L__unnamed_7,@object           ! @7
	.p2align	3, 0x0
.L__unnamed_7:
	.word	0                               ! 0x0
	.word	322                             ! 0x142
	.word	0                               ! 0x0
	.word	22                              ! 0x16
	.word	.L__unnamed_8
	.size	.L__unnamed_7, 20

	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
