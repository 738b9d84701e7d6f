# `stage FROM TO` copies the pages so that all their links stay within the site: what leads to a file of the repository
# becomes a note. `check SITE` holds that each link of the built site leads somewhere and that nothing is loaded from
# elsewhere.
use strict;
use warnings;
use File::Basename qw(dirname);
use File::Copy qw(copy);
use File::Find qw(find);
use File::Path qw(make_path);

sub slurp {
    my ($path) = @_;
    open my $file, '<:raw', $path or die "$path: $!\n";
    local $/;
    return scalar <$file>;
}

# The files below a folder, by their paths in it.
sub files {
    my ($folder) = @_;
    my @found;
    find({ no_chdir => 1, wanted => sub { push @found, substr($_, length($folder) + 1) if -f } }, $folder);
    return sort @found;
}

# A path without `.` and `..`; those that lead out of the folder stay at the front.
sub normal {
    my @parts;
    for my $part (split m{/}, $_[0]) {
        next if $part eq '' || $part eq '.';
        if ($part eq '..' && @parts && $parts[-1] ne '..') { pop @parts }
        else { push @parts, $part }
    }
    return join '/', @parts;
}

sub stage {
    my ($from, $to) = @_;
    for my $file (files($from)) {
        make_path(dirname("$to/$file"));
        if ($file !~ /\.md$/ || $file eq "SUMMARY.md") {
            copy("$from/$file", "$to/$file") or die "$file: $!\n";
            next;
        }
        my $fold = sub {
            my ($shown, $link) = @_;
            my $path = $link =~ s/#.*//r;
            return "[$shown]($link)" if $path eq '' || $link =~ m{://};
            my $target = normal(dirname($file) . "/$path");
            # The page of a folder becomes its index.
            return "[$shown](" . $link =~ s{README\.md}{index.md}r . ")"
                if $target !~ m{^\.\./} && $target =~ /\.(md|svg|png)$/;
            my $named = normal("$from/$target");
            return qq{<span class="in-repository" title="$named, in the repository">$shown</span>};
        };
        # Blocks of code stay as they are.
        my @parts = split /(^```.*?^```$)/ms, slurp("$from/$file");
        for my $part (@parts) {
            next if $part =~ /^```/;
            $part =~ s/(?<!!)\[((?:[^\[\]]|`[^`]*`)*)\]\(([^()\s]+)\)/$fold->($1, $2)/ge;
        }
        open my $out, '>:raw', "$to/$file" or die "$file: $!\n";
        print $out @parts;
    }
}

sub check {
    my ($site) = @_;
    my (%anchors, @wrong, $links);
    my @pages = grep { /\.html$/ } files($site);
    my %text = map { $_ => slurp("$site/$_") } @pages;
    for my $page (@pages) {
        $anchors{$page}{$1} = 1 while $text{$page} =~ /\bid="([^"]*)"/g;
    }
    for my $page (@pages) {
        push @wrong, "$page would ask for a list of crates, to run its Rust elsewhere"
            if $text{$page} =~ /class="playground"/;
        while ($text{$page} =~ /<(\w+)[^>]*?\s(?:href|src)="([^"]*)"/g) {
            my ($element, $link) = ($1, $2);
            $links++;
            if ($link =~ m{^(?:\w+:)?//}) {
                push @wrong, "$page loads $link" if $element ne 'a';
                next;
            }
            next if $link =~ /^(?:data|mailto|javascript):/ || $page eq '404.html';
            my ($path, $anchor) = split /#/, $link, 2;
            my $target = $path eq '' ? $page : normal(dirname($page) . "/$path");
            push @wrong, "$page: $link leads nowhere" if !-f "$site/$target";
            push @wrong, "$page: $link has no such heading"
                if $anchor && $anchors{$target} && !$anchors{$target}{$anchor};
        }
    }
    for my $style (grep { /\.css$/ } files($site)) {
        push @wrong, "$style loads $1" while slurp("$site/$style") =~ m{url\(\s*["']?((?:https?:)?//[^"')]+)}g;
    }
    die join("\n", @wrong, scalar(@wrong) . " wrong\n") if @wrong;
    print scalar(@pages), " pages, $links links: no problem\n";
}

my ($what, @arguments) = @ARGV;
if ($what eq 'stage') { stage(@arguments) }
elsif ($what eq 'check') { check(@arguments) }
else { die "stage FROM TO, or check SITE\n" }
