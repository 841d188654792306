export { ageOpenRows, expectInvariantsAfterAnHour } from './age-open-rows.ts'
export { expectInvariants } from './expect-invariants.ts'
export { customerOf, fullPriceSeats, type HallSize, openTestTheatre, seatsAt, type TestTheatre } from './test-theatre.ts'
export { databaseUrl, runCommand } from './run-command.ts'
