/** Shapes of the API about domains; the names are the specification's, those below a line are ours. */
export interface DomainWire {
  readonly identifier: string;
  /** As people read it: U-labels. Routes take this and the A-labels. */
  readonly display_domain: string;
  readonly base_domain: string;
  /** What stands before the base; '' for an apex. */
  readonly trd: string;
  readonly is_apex: boolean;
  /** Stands before `.{base_domain}`: '_hush-challenge' or '_hush-challenge.secrets'. */
  readonly txt_validation_host: string;
  readonly txt_validation_value: string;
  /** Epoch seconds, like `updated`. */
  readonly created: number;
  readonly updated: number;
  /** null until the monitor has looked. */
  readonly vhost: VhostWire | null;
  // ---
  /** Whether links work there. */
  readonly verified: boolean;
  /** In A-labels. */
  readonly ascii_domain: string;
  readonly brand: BrandWire;
}

export interface VhostWire {
  /** VhostStatus. */
  readonly status: string;
  /** Ready to read, in the asker's language. */
  readonly status_message: string;
  readonly incoming_address: string;
  /** The name it is an alias of, or ''. */
  readonly target_address: string;
  /** Addresses, separated by ', '; '' without. */
  readonly dns_pointed_at: string;
  /** ISO 8601 date and time; null without a certificate. */
  readonly ssl_active_until: string | null;
  readonly has_ssl: boolean;
  readonly last_monitored_unix: number;
  /** '2 minutes ago', in the asker's language. */
  readonly last_monitored_humanized: string;
}

export interface BrandWire {
  readonly name: string;
  /** '#rrggbb' or ''. */
  readonly accent: string;
  readonly before_reveal: string;
  readonly after_reveal: string;
  readonly home: boolean;
  /** Path on this site and on the domain; null without a logo. */
  readonly logo_url: string | null;
}

export interface ClusterWire {
  /** null where the site has not said it: then an apex cannot be used. */
  readonly cluster_ip: string | null;
  readonly cluster_host: string;
  readonly cluster_name: string;
}

/** `details` of every answer about domains. */
export interface DomainDetailsWire {
  readonly cluster: ClusterWire;
  // ---
  /** Epoch seconds of the server: ages and waiting times count from here. */
  readonly now: number;
}
