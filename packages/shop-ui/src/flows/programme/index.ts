export { ProgrammePage } from './ProgrammePage.tsx'
