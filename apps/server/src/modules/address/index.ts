export { addAddress, changeAddress, listAddresses, removeAddress } from './address.ts'
