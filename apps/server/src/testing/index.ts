export { ageOpenRows, expectSoundAfterAnHour } from './age-open-rows.ts'
export { expectSound } from './expect-invariants.ts'
export { customerOf, type HallSize, openTestTheatre, type TestTheatre } from './test-theatre.ts'
export { databaseUrl, runCommand } from './run-command.ts'
