export { findSharedTicket, listLinks, shareTickets, revokeLinks } from './share-tickets.ts'
