import { Link } from 'react-router-dom';
import { site } from '../../site.ts';
import { footerLinks, linksFor } from './navigation-links.ts';
import styles from './site-footer.module.css';
import { useVisitor } from './use-visitor.ts';

export function SiteFooter() {
  const links = linksFor(useVisitor(), footerLinks);

  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <nav aria-labelledby="footer-site">
          <h2 id="footer-site" className={styles.heading}>
            {site.name}
          </h2>
          <ul className={styles.links}>
            {links.map(({ label, to }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-labelledby="footer-community">
          <h2 id="footer-community" className={styles.heading}>
            Community
          </h2>
          <ul className={styles.links}>
            {site.communityLinks.map(({ label, href }) => (
              <li key={href}>
                <a href={href} target="_blank" rel="noopener">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className={styles.copyright}>
          © {site.copyrightYear} {site.name}
        </p>
      </div>
    </footer>
  );
}
