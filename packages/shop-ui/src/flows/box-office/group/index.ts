export { GroupBookingsPage } from './GroupBookingsPage.tsx'
export { NewGroupBookingPage } from './NewGroupBookingPage.tsx'
