export { type BrandMessages, createMessages } from './speech.ts'
