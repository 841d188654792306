export { BookTable } from './BookTable.tsx'
