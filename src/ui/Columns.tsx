import classes from './Columns.module.css'

/**
 * Fields or cards side by side, as many as fit at `min` wide (a CSS length). Not the library's SimpleGrid: that writes a <style> of its own for each
 * one, and the browser works out the styles of the whole page again whenever one comes or goes.
 */
export const Columns = ({ min, as: Element = 'div', ...props }: { min: string; as?: 'div' | 'section' } & React.ComponentProps<'div'>) => (
  <Element className={classes.columns} style={{ '--column': min } as React.CSSProperties} {...props} />
)
