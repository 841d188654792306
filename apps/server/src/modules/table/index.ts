export { readSittings } from './read-sittings.ts'
export { seedTables } from './seed-tables.ts'
export { readTableList } from './table-list.ts'
export { assignFreeTable, findTableProblem, returnTable, sellTable } from './tables.ts'
