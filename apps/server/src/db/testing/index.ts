export { type ServerToStop, startServerToStop } from './stoppable-server.ts'
export { type TestDatabase, testDatabase } from './test-database.ts'
