/** Drawings of articles, 640 × 640: plain shapes on white, so that no photo of somebody's goods is needed. */
const roll = (color: string) =>
  `<ellipse cx="320" cy="200" rx="170" ry="60" fill="#fff" stroke="#999" stroke-width="6"/><path d="M150 200v230c0 80 340 80 340 0V200" fill="#f7f7f2" stroke="#999" stroke-width="6"/><ellipse cx="320" cy="200" rx="52" ry="20" fill="${color}"/><path d="M490 300l70 40v120l-70-40z" fill="#fff" stroke="#999" stroke-width="6"/>`
const box = (color: string) =>
  `<path d="M120 230l200-90 200 90v230l-200 90-200-90z" fill="${color}"/><path d="M120 230l200 90 200-90-200-90z" fill="#fff" opacity=".35"/><path d="M320 320v230" stroke="#000" stroke-opacity=".25" stroke-width="6"/>`
const bottle = (color: string) =>
  `<rect x="265" y="90" width="110" height="70" rx="12" fill="#333"/><path d="M240 170h160l50 90v270a30 30 0 0 1-30 30H220a30 30 0 0 1-30-30V260z" fill="${color}"/><rect x="220" y="320" width="200" height="140" fill="#fff" opacity=".8"/>`
const bucket = (color: string) =>
  `<path d="M150 210h340l-45 340H195z" fill="${color}"/><ellipse cx="320" cy="210" rx="170" ry="46" fill="#fff" opacity=".5"/><path d="M150 210c0-180 340-180 340 0" fill="none" stroke="#666" stroke-width="12"/>`
const shirt = (color: string) =>
  `<path d="M230 130l-140 90 50 100 70-30v260h220V290l70 30 50-100-140-90c-40 60-140 60-180 0z" fill="${color}"/><path d="M210 400h220v26H210z" fill="#e8e46a"/>`
const trousers = (color: string) =>
  `<path d="M210 110h220l30 430H350l-30-280-30 280H180z" fill="${color}"/><path d="M190 450h100v24H188zM350 450h104v24H350z" fill="#e8e46a"/>`
const sign = (color: string) =>
  `<rect x="90" y="190" width="460" height="260" rx="20" fill="${color}"/><rect x="112" y="212" width="416" height="216" rx="10" fill="none" stroke="#fff" stroke-width="8"/><path d="M160 290h320M160 350h220" stroke="#fff" stroke-width="26"/>`
const cone = (color: string) =>
  `<path d="M285 100h70l95 400H190z" fill="${color}"/><path d="M262 230h116l20 70H245zM228 370h184l18 70H212z" fill="#fff"/><rect x="130" y="500" width="380" height="44" rx="10" fill="${color}"/>`
const flag = (color: string) =>
  `<rect x="150" y="80" width="18" height="490" fill="#777"/><path d="M168 100c120-50 180 60 330 10v220c-150 50-210-60-330-10z" fill="${color}"/>`
const hose = (color: string) =>
  `<circle cx="320" cy="330" r="180" fill="none" stroke="${color}" stroke-width="46"/><circle cx="320" cy="330" r="110" fill="none" stroke="${color}" stroke-width="40"/><rect x="470" y="470" width="110" height="40" fill="#c9a227"/>`
const nozzle = (color: string) =>
  `<path d="M130 230h280l60-60 70 30-90 110H330l-40 220h-90l20-220h-90z" fill="${color}"/><path d="M250 340c60 30 90 90 60 170" fill="none" stroke="#333" stroke-width="16"/>`
const glove = (color: string) =>
  `<path d="M230 560V370l-90-80 34-40 76 46V130h44v150h16V100h44v180h16V120h44v170h16V170h40v230l-40 160z" fill="${color}"/>`
const lamp = (color: string) =>
  `<rect x="110" y="220" width="420" height="120" rx="24" fill="#dcdcdc"/><rect x="140" y="300" width="360" height="40" fill="${color}"/><path d="M160 350l-60 180M320 350v190M480 350l60 180" stroke="${color}" stroke-width="10" opacity=".7"/>`
const kit = (color: string) =>
  `<rect x="110" y="210" width="420" height="300" rx="24" fill="${color}"/><path d="M250 210v-50h140v50" fill="none" stroke="#444" stroke-width="18"/><path d="M320 280v160M240 360h160" stroke="#fff" stroke-width="46"/>`
const forms = (color: string) =>
  `<rect x="180" y="110" width="300" height="420" fill="#fff" stroke="#888" stroke-width="6"/><rect x="150" y="140" width="300" height="420" fill="#fff" stroke="#888" stroke-width="6"/><path d="M190 220h220M190 280h220M190 340h160M190 400h220" stroke="${color}" stroke-width="14"/>`
const broom = (color: string) =>
  `<path d="M330 80l20 300" stroke="#a9764a" stroke-width="20"/><path d="M250 380h200l40 180H210z" fill="${color}"/>`

const shapes = { roll, box, bottle, bucket, shirt, trousers, sign, cone, flag, hose, nozzle, glove, lamp, kit, forms, broom }
export type Shape = keyof typeof shapes
export const drawing = (shape: Shape, color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"><rect width="640" height="640" fill="#fff"/>${shapes[shape](color)}</svg>`
