export { exportProgramme } from './export-programme.ts'
export { importProgramme, type ImportReport } from './import-programme.ts'
