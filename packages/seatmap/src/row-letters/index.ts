export { RowLetters, type RowLettersHandle } from './RowLetters.tsx'
