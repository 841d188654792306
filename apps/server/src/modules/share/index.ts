export { findShared, listLinks, shareTickets, takeLinksBack } from './share-tickets.ts'
