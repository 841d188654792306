export { type ServerToStop, startServerToStop } from './server-to-stop.ts'
export { type TestDatabase, testDatabase } from './test-database.ts'
