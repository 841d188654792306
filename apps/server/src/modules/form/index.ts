export { listFormEntries, markFormEntry } from './entries.ts'
export { type FoundForm, readForm } from './read-form.ts'
export { type FormToSeed, seedForms } from './seed-forms.ts'
export { sendForm } from './send-form.ts'
