export { type BrandMessages, createMessages } from './messages.ts'
