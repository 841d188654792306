import { drawSeatsEarly } from '@playhouse/shop-ui/flows/seat/early'

// Runs on the seat map's page before the shop has arrived, without imports (early-build.ts), where the shop will show the map:
// preload-map.ts loads it.

// In a further task: to evaluate the engine takes a slow phone a tenth of a second.
setTimeout(() => void drawSeatsEarly())
