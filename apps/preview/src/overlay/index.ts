export { type CameraFeed, OverlayCanvas } from './OverlayCanvas.tsx'
