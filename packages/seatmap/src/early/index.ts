export {
  createByEarlyEngine,
  type EarlyMap,
  earlyMapOf,
  earlyPlanOf,
  earlyStoreOf,
  type EngineHandlers,
  removeEarlyMap,
  takeOverEarlyMap,
} from './early-map.ts'
