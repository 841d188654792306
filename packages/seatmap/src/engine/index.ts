export { type Core, createCore } from './core.ts'
export { createEngine, type Engine, type EngineOptions } from './engine.ts'
export { type Frame, loadPainter, type Painter, type PainterMaker } from './painter.ts'
