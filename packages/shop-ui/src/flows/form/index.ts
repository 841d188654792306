export { FormPage } from './FormPage.tsx'
