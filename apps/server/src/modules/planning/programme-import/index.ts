export { exportProgramme } from './export-programme.ts'
export { importProgramme } from './import-programme.ts'
