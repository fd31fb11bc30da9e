import { Link } from 'react-router-dom';
import { NewTabLink } from '../../components/new-tab-link.tsx';
import { site } from '../../lib/site.ts';
import { legalLinks, linksFor, type NavigationLink, quickLinks } from './navigation-links.ts';
import styles from './site-footer.module.css';
import { useVisitor } from './use-visitor.ts';

export function SiteFooter() {
  const visitor = useVisitor();

  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <LinkColumn id="footer-quick" heading="Quick links" links={linksFor(visitor, quickLinks)} />
        <LinkColumn id="footer-legal" heading="Legal" links={linksFor(visitor, legalLinks)} />
        <nav aria-labelledby="footer-community">
          <h2 id="footer-community" className={styles.heading}>
            Community
          </h2>
          <ul className={styles.links}>
            {site.communityLinks.map(({ label, href }) => (
              <li key={href}>
                <NewTabLink href={href}>{label}</NewTabLink>
              </li>
            ))}
          </ul>
        </nav>
        <p className={styles.copyright}>{`© ${site.copyrightYear} ${site.name}`}</p>
      </div>
    </footer>
  );
}

interface LinkColumnProps {
  id: string;
  heading: string;
  links: NavigationLink[];
}

function LinkColumn({ id, heading, links }: LinkColumnProps) {
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {heading}
      </h2>
      <ul className={styles.links} data-columns={links.length > 6}>
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
