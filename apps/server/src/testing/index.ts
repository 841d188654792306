export { ageOpenRows, expectSoundAfterAnHour } from './age-open-rows.ts'
export { expectSound } from './expect-sound.ts'
export { customerOf, type HouseSize, smallHouse, type SmallHouse } from './small-house.ts'
export { databaseUrl, runCommand } from './run-command.ts'
