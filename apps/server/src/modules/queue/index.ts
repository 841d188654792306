export { followSession, type HeldPlace } from './entry.ts'
export { orderQueue, type QueueOrder } from './operate.ts'
export { readRoom, type Room, type RoomState } from './waiting-room.ts'
export { openWaitingRooms, type PlaceStanding, type WaitingRooms } from './waiting-rooms.ts'
