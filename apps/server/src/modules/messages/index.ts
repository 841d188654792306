export { type BrandMessages, createMessages, type Messages } from './messages.ts'
