export { SeatLayer, type SeatLayerProps } from './SeatLayer.tsx'
