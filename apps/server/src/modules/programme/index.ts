export { findProgramme, isProgrammeCode, openProgramme, programmesOf, readOpenedProgrammes, saveProgramme } from './programme.ts'
