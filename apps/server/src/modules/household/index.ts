export { addMember, bookFor, bookingMember, readHousehold, removeMember } from './household.ts'
