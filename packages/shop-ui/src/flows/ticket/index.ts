export { SharedTicketPage } from './SharedTicketPage.tsx'
export { TicketsPage } from './TicketsPage.tsx'
export { YourTicketsPage } from './YourTicketsPage.tsx'
