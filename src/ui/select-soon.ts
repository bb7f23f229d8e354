/**
 * Selects the text of a box that was just focused; later, because a click puts the caret afterwards. A box that was left meanwhile is left alone: `select`
 * takes the focus back, and two such boxes would hand it to each other for ever.
 */
export const selectSoon = (box: HTMLInputElement) => void setTimeout(() => box === document.activeElement && box.select())
