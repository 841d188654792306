export { giftAidText } from './gift-aid-text.ts'
export { itemName, itemNotes, monthlyConsentText, renewalConsentText } from './item-text.ts'
export { type BrandMessages, createMessages, type Messages } from './messages.ts'
