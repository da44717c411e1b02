// SPDX-License-Identifier: MIT OR Apache-2.0
// What Embench-IoT asks of a board: nothing here, the simulator sees the whole run.
void initialise_board(void) {}
void start_trigger(void) {}
void stop_trigger(void) {}
