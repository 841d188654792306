export { addMember, setBookingMember, bookingMember, readHousehold, removeMember } from './household.ts'
