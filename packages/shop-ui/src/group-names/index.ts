export { GroupNamesForm } from './GroupNamesForm.tsx'
