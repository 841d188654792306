export { DatabaseProxy } from './database-proxy.ts'
export { type StoppableServer, startStoppableServer } from './stoppable-server.ts'
export { type TestDatabase, testDatabase } from './test-database.ts'
