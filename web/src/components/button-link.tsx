import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';

interface ButtonLinkProps extends LinkProps {
  look?: 'primary' | 'quiet';
}

/** A link that looks like a button. It navigates, so it stays a link. */
export function ButtonLink({ look = 'primary', ...rest }: ButtonLinkProps) {
  return <Link className={styles.button} data-look={look} {...rest} />;
}
