export { addAddress, changeAddress, listAddresses, removeAddress, saveHomeAddress } from './address.ts'
