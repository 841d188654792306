export { ageOpenRows, expectSoundAfterAnHour } from './age-open-rows.ts'
export { expectSound } from './expect-sound.ts'
export { customerOf, type HallSize, openTestTheatre, type TestTheatre } from './test-theatre.ts'
export { databaseUrl, runCommand } from './run-command.ts'
