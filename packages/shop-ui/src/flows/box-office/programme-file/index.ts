export { ProgrammeFilePage } from './ProgrammeFilePage.tsx'
