export { transferQueueEntry, type QueueTicket } from './entry.ts'
export { configureWaitingRoom, type WaitingRoomSettings } from './operate.ts'
export { readWaitingRoom, type StoredWaitingRoom, type WaitingRoomReport } from './waiting-room.ts'
export { openWaitingRooms, type QueueTicketStatus, type WaitingRooms } from './waiting-rooms.ts'
