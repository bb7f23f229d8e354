import classes from './Columns.module.css'

/**
 * Fields or cards side by side, as many as fit at the width `min` (a CSS length). Replaces the library's SimpleGrid, which adds a <style>
 * element per instance and so makes the browser restyle the whole page.
 */
export const Columns = ({ min, as: Element = 'div', ...props }: { min: string; as?: 'div' | 'section' } & React.ComponentProps<'div'>) => (
  <Element className={classes.columns} style={{ '--column': min } as React.CSSProperties} {...props} />
)
